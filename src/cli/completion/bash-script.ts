import type { CommandWord, OptionWord } from './vocabulary.ts'

/** For bash 3.2 and later, with or without the bash-completion package. */
export function bashScript(commands: readonly CommandWord[]): string {
  return `# bash completion for parcel-desk
_parcel_desk() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  local words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), 'help', '--help', '--version'].join(' ')}" -- "$current"))
    return
  fi
  case "$command $previous" in
${commands.flatMap(({ name, options }) => options.flatMap((option) => valueCase(name, option))).join('\n')}
  esac
  case "$command" in
${commands.map(commandCase).join('\n')}
    help) words="${commands.map(({ name }) => name).join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _parcel_desk parcel-desk
`
}

function valueCase(command: string, { flag, value, choices }: OptionWord): string[] {
  if (value === 'none') return []
  const reply = { choice: `compgen -W "${choices.join(' ')}"`, folder: 'compgen -d', file: 'compgen -f', text: '' }[value]
  const body = reply === '' ? '' : ` COMPREPLY=($(${reply} -- "$current"));${value === 'choice' ? '' : PATHS}`
  return [`    "${command} ${flag}")${body} return ;;`]
}

/** Without this a folder with a space in its name would be taken for two words. */
const PATHS = ' compopt -o filenames 2>/dev/null;'

function commandCase({ name, options, argument }: CommandWord): string {
  const words = [...options.map(({ flag }) => flag), ...argument.choices].join(' ')
  const folders = argument.value === 'folder' ? ` [ "\${current#-}" = "$current" ] && { COMPREPLY=($(compgen -d -- "$current"));${PATHS} return; };` : ''
  return `    ${name})${folders} words="${words}" ;;`
}
