// Processes that another program starts, such as one that gives them a namespace: for specs that need programs of the system.
import { spawn } from 'node:child_process';
import type { Launch } from './processes.js';

/** @param words the program and its arguments; without any, Node is started itself */
export function launchThrough(words: readonly string[]): Launch {
  const [program, ...before] = [...words, process.execPath];
  return (args, options) => spawn(program, [...before, ...args], options);
}
