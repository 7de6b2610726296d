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
  const body = {
    text: '',
    choice: ` COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current"));`,
    folder: paths('-d'),
    file: paths('-f'),
  }[value]
  return [`    "${command} ${flag}")${body} return ;;`]
}

/** Split only at line ends and shown as file names, so that a name with a space stays one word. */
function paths(kind: '-d' | '-f'): string {
  return ` local IFS=$'\\n'; COMPREPLY=($(compgen ${kind} -- "$current")); compopt -o filenames 2>/dev/null;`
}

function commandCase({ name, options, argument }: CommandWord): string {
  const words = [...options.map(({ flag }) => flag), ...argument.choices].join(' ')
  const folders =
    argument.value === 'folder' ? ` if [ "\${current#-}" = "$current" ]; then${paths('-d')} return; fi;` : ''
  return `    ${name})${folders} words="${words}" ;;`
}
