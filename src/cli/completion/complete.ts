// Completion in a shell: the shell sends the words typed so far, and the candidates come from the commands themselves.
import type { Command } from 'commander';
import { UsageError } from '../terminal/command-error.js';

/**
 * Each script calls `gatehouse complete -- WORD…`, whose last word is the one at the cursor. It expects one candidate per line; without
 * any, the shell completes files. A checkout has no `gatehouse` on the path, so the program is called by its file; where that doesn't
 * exist, such as outside a container, `gatehouse` is an alias or a program there.
 */
const SCRIPTS = {
  bash: (node: string, file: string) => `_gatehouse_candidates() {
  if [ -e ${file} ]; then ${node} ${file} complete -- "$@" 2>/dev/null; else gatehouse complete -- "$@" 2>/dev/null; fi
}
_gatehouse() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(_gatehouse_candidates "\${COMP_WORDS[@]:1:COMP_CWORD}")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gatehouse gatehouse
`,
  zsh: (node: string, file: string) => `#compdef gatehouse
_gatehouse_candidates() {
  if [[ -e ${file} ]]; then ${node} ${file} complete -- "$@" 2>/dev/null; else gatehouse complete -- "$@" 2>/dev/null; fi
}
_gatehouse() {
  local -a found
  found=("\${(@f)$(_gatehouse_candidates "\${(@)words[2,CURRENT]}")}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _gatehouse gatehouse
`,
  fish: (node: string, file: string) => `function _gatehouse_candidates
  if test -e ${file}
    ${node} ${file} complete -- $argv 2>/dev/null
  else
    gatehouse complete -- $argv 2>/dev/null
  end
end
complete -c gatehouse -a '(_gatehouse_candidates (commandline -opc)[2..-1] (commandline -ct))'
`,
} as const;

export const SHELLS = Object.keys(SCRIPTS);

/** The script that a shell loads once. @param program node and the file of this program @throws UsageError for an unsupported shell */
export function completionScript(shell: string | undefined, [node, file]: readonly [string, string]): string {
  if (shell !== undefined && Object.hasOwn(SCRIPTS, shell)) return SCRIPTS[shell as keyof typeof SCRIPTS](quoted(node), quoted(file));
  throw new UsageError(`The shell must be one of ${SHELLS.join(', ')}.`);
}

/** A path as one word of any shell. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
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
