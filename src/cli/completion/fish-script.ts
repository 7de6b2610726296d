import type { CommandWord, OptionWord } from './vocabulary.ts'

/** For fish 3 and later. */
export function fishScript(commands: readonly CommandWord[]): string {
  const names = commands.map(({ name }) => name)
  const lines = [
    '# fish completion for parcel-desk',
    'complete -c parcel-desk -f',
    ...commands.map(
      ({ name, description }) =>
        `complete -c parcel-desk -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    `complete -c parcel-desk -n __fish_use_subcommand -a help -d 'show the help of a command'`,
    `complete -c parcel-desk -n '__fish_seen_subcommand_from help' -a ${quoted(names.join(' '))}`,
    ...commands.flatMap(commandLines),
  ]
  return `${lines.join('\n')}\n`
}

function commandLines({ name, options, argument }: CommandWord): string[] {
  const start = `complete -c parcel-desk -n '__fish_seen_subcommand_from ${name}'`
  const lines = options.map((option) => `${start} ${optionPart(option)}`)
  if (argument.value === 'choice') lines.push(`${start} -a ${quoted(argument.choices.join(' '))}`)
  if (argument.value === 'folder') lines.push(`${start} -a '(__fish_complete_directories)'`)
  return lines
}

function optionPart({ flag, description, value, choices }: OptionWord): string {
  const values = {
    none: '',
    text: ' -x',
    file: ' -r -F',
    folder: ` -x -a '(__fish_complete_directories)'`,
    choice: ` -x -a ${quoted(choices.join(' '))}`,
  }[value]
  return `-l ${flag.slice(2)}${values} -d ${quoted(description)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
}
