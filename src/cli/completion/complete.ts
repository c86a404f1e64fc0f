// Completion in a shell: the shell sends the words typed so far, and the candidates come from the commands themselves.
import type { Command } from 'commander';
import { UsageError } from '../terminal/command-error.js';

/**
 * Each script calls `gatehouse complete -- WORD…`, whose last word is the one at the cursor. It expects one candidate per line; without
 * any, the shell completes files.
 */
const SCRIPTS = {
  bash: `_gatehouse() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(gatehouse complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gatehouse gatehouse
`,
  zsh: `#compdef gatehouse
_gatehouse() {
  local -a found
  found=("\${(@f)$(gatehouse complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _gatehouse gatehouse
`,
  fish: `complete -c gatehouse -a '(gatehouse complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const;

export const SHELLS = Object.keys(SCRIPTS);

/** The script that a shell loads once. @throws UsageError for an unsupported shell */
export function completionScript(shell: string | undefined): string {
  if (shell !== undefined && Object.hasOwn(SCRIPTS, shell)) return SCRIPTS[shell as keyof typeof SCRIPTS];
  throw new UsageError(`The shell must be one of ${SHELLS.join(', ')}.`);
}

/** The candidates for the last word. @param words the words typed after `gatehouse` */
export function candidates(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = before.reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
  const taking = command.options.find((option) => option.long === before.at(-1) && option.required);
  const all = taking
    ? (taking.argChoices ?? [])
    : current.startsWith('-')
      ? command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
      : command
          .createHelp()
          .visibleCommands(command)
          .map((one) => one.name());
  return all.filter((one) => one.startsWith(current));
}
