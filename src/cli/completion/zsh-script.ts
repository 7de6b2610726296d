import type { CommandWord, OptionWord, ValueKind } from './vocabulary.ts'

const ACTIONS: Record<Exclude<ValueKind, 'none' | 'choice'>, string> = { text: '', file: '_files', folder: '_files -/' }

/** For zsh’s own completion system, as a file `_parcel-desk` on its path or sourced. */
export function zshScript(commands: readonly CommandWord[]): string {
  return `#compdef parcel-desk
_parcel-desk() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if [ "$funcstack[1]" = "_parcel-desk" ]; then _parcel-desk "$@"; else compdef _parcel-desk parcel-desk; fi
`
}

function commandCase({ name, options, argument }: CommandWord): string {
  const specs = options.map(optionSpec)
  if (argument.value !== 'none') specs.push(quoted(`:value:${actionOf(argument)}`))
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`
}

function optionSpec({ flag, description, value, choices, isRepeatable }: OptionWord): string {
  const repeat = isRepeatable ? '*' : ''
  // Brackets and colons separate the parts of such a description.
  const text = description.replaceAll(/[[\]\\:]/g, (character) => `\\${character}`)
  const argument = value === 'none' ? '' : `:value:${actionOf({ value, choices })}`
  return quoted(`${repeat}${flag}[${text}]${argument}`)
}

function actionOf({ value, choices }: { value: ValueKind; choices: string[] }): string {
  if (value === 'choice') return `(${choices.join(' ')})`
  return value === 'none' ? '' : ACTIONS[value]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
