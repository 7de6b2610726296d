import type { Command } from 'commander'
import type { JobSummary } from '../../shared/model/job.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import { isUnfinished } from '../../engine/saving/records/describe-job.ts'
import type { CommandAction } from '../command-run.ts'
import { NAME_KINDS, type NameKind, SHELLS } from '../options/option-groups.ts'
import { listSchedules } from '../schedules/find-schedule.ts'
import { type CommandWord, type OptionWord, readVocabulary, type ValueKind } from './completion-vocabulary.ts'

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript }

/** `completion`: prints a completion script for a shell, generated from the command tree, or the names that it asks for. */
export function completionFor(program: Command): CommandAction<object> {
  return async ({ args, screen, open }) => {
    const [shell = 'bash', asked] = args
    const names = NAME_KINDS.find((kind) => kind === asked)
    const script = SCRIPTS[SHELLS.find((name) => name === shell) ?? 'bash']
    await screen.text(names === undefined ? [script(readVocabulary(program))] : keptNames(await open(), names))
    return undefined
  }
}

/** A line for each: the name, and after a tab what it is. */
function keptNames(desk: ParcelDesk, kind: NameKind): string[] {
  const named = {
    jobs: () => desk.jobs.list().map(jobName),
    'unfinished-jobs': () =>
      desk.jobs
        .list()
        .filter((job) => isUnfinished(job))
        .map(jobName),
    profiles: () => desk.accounts.profiles().map(({ profile, environment }) => [profile, environment]),
    schedules: () => listSchedules(desk).map(({ schedule }) => [schedule.name, schedule.details?.rule ?? 'unreadable']),
  }[kind]()
  return named.map((words) => `${words.map((word) => plainText(word)).join('\t')}\n`)
}

function jobName({ job, state, folder }: JobSummary): string[] {
  return [job, `${state}, ${folder}`]
}

function forNames(of: (kind: NameKind) => string): Record<NameKind, string> {
  return {
    jobs: of('jobs'),
    'unfinished-jobs': of('unfinished-jobs'),
    profiles: of('profiles'),
    schedules: of('schedules'),
  }
}

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
${commands.flatMap(({ name, options }) => options.flatMap((option) => bashValueCase(name, option))).join('\n')}
${commands.flatMap(bashSecondCase).join('\n')}
  esac
  case "$command" in
${commands.map(bashCase).join('\n')}
    help) words="${commands.map(({ name }) => name).join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
# Without compgen, which would run what stands in a name.
_parcel_desk_names() {
  local name what typed="\${current//\\\\/}"
  while IFS=$'\\t' read -r name what; do
    if [ "\${name#"$typed"}" != "$name" ] || [ -z "$typed" ]; then COMPREPLY+=("$name"); fi
  done < <(parcel-desk completion bash "$1" 2>/dev/null)
  compopt -o filenames 2>/dev/null
}
complete -F _parcel_desk parcel-desk
`
}

function bashValueCase(command: string, { flag, value, choices }: OptionWord): string[] {
  if (value === 'none') return []
  const body = {
    text: '',
    choice: ` COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current"));`,
    folder: bashPaths('-d'),
    file: bashPaths('-f'),
    ...bashNames,
  }[value]
  return [`    "${command} ${flag}")${body} return ;;`]
}

/** Split only at line ends and shown as file names, so that a name with a space stays one word. */
function bashPaths(kind: '-d' | '-f'): string {
  return ` local IFS=$'\\n'; COMPREPLY=($(compgen ${kind} -- "$current")); compopt -o filenames 2>/dev/null;`
}

const bashNames = forNames((kind) => ` _parcel_desk_names ${kind};`)

function bashSecondCase({ name, second }: CommandWord): string[] {
  if (second === undefined) return []
  return [
    `    ${second.after.map((word) => `"${name} ${word}"`).join('|')})${unlessOption(bashNames[second.names])} ;;`,
  ]
}

function bashCase({ name, options, argument }: CommandWord): string {
  const words = [...options.map(({ flag }) => flag), ...argument.choices].join(' ')
  const names = NAME_KINDS.find((kind) => kind === argument.value)
  const paths: Partial<Record<ValueKind, string>> = { folder: bashPaths('-d'), file: bashPaths('-f') }
  const offered = paths[argument.value] ?? (names && bashNames[names])
  return `    ${name})${offered === undefined ? '' : unlessOption(offered)} words="${words}" ;;`
}

function unlessOption(offered: string): string {
  return ` if [ "\${current#-}" = "$current" ]; then${offered} return; fi;`
}

const ZSH_ACTIONS: Partial<Record<ValueKind, string>> = {
  file: '_files',
  folder: '_files -/',
  // The blank keeps _arguments from adding words of its own.
  ...forNames((kind) => ` _parcel-desk-names ${kind}`),
}

/** For zsh’s own completion system, as a file `_parcel-desk` on its path or sourced. */
export function zshScript(commands: readonly CommandWord[]): string {
  return `#compdef parcel-desk
_parcel-desk() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    ${inShellQuotes(`${name}:${description}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(zshCase).join('\n')}
    help) _describe 'command' commands ;;
  esac
}
_parcel-desk-names() {
  local -a names
  local line
  for line in \${(f)"$(parcel-desk completion zsh $1 2>/dev/null)"}; do
    names+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe $1 names
}
if [ "$funcstack[1]" = "_parcel-desk" ]; then _parcel-desk "$@"; else compdef _parcel-desk parcel-desk; fi
`
}

function zshCase({ name, options, argument, second }: CommandWord): string {
  const specs = options.map(zshOption)
  // Files are two.
  const repeat = argument.value === 'file' ? '*' : ''
  if (argument.value !== 'none') specs.push(inShellQuotes(`${repeat}:value:${zshAction(argument)}`))
  if (second !== undefined) specs.push(inShellQuotes(`:value:${zshAction({ value: second.names, choices: [] })}`))
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`
}

function zshOption({ flag, description, value, choices, isRepeatable }: OptionWord): string {
  const repeat = isRepeatable ? '*' : ''
  // Brackets and colons separate the parts of such a description.
  const text = description.replaceAll(/[[\]\\:]/g, (character) => `\\${character}`)
  const argument = value === 'none' ? '' : `:value:${zshAction({ value, choices })}`
  return inShellQuotes(`${repeat}${flag}[${text}]${argument}`)
}

function zshAction({ value, choices }: { value: ValueKind; choices: string[] }): string {
  if (value === 'choice') return `(${choices.join(' ')})`
  return ZSH_ACTIONS[value] ?? ''
}

function inShellQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** For fish 3 and later. */
export function fishScript(commands: readonly CommandWord[]): string {
  const names = commands.map(({ name }) => name)
  const lines = [
    '# fish completion for parcel-desk',
    'complete -c parcel-desk -f',
    ...commands.map(
      ({ name, description }) =>
        `complete -c parcel-desk -n __fish_use_subcommand -a ${name} -d ${fishQuoted(description)}`,
    ),
    `complete -c parcel-desk -n __fish_use_subcommand -a help -d 'show the help of a command'`,
    `complete -c parcel-desk -n '__fish_seen_subcommand_from help' -a ${fishQuoted(names.join(' '))}`,
    ...commands.flatMap(fishLines),
  ]
  return `${lines.join('\n')}\n`
}

function fishLines({ name, options, argument, second }: CommandWord): string[] {
  const start = `complete -c parcel-desk -n '__fish_seen_subcommand_from ${name}'`
  const lines = options.map((option) => `${start} ${fishOption(option)}`)
  if (argument.value === 'choice') lines.push(`${start} -a ${fishQuoted(argument.choices.join(' '))}`)
  if (argument.value === 'folder') lines.push(`${start} -a '(__fish_complete_directories)'`)
  if (argument.value === 'file') lines.push(`${start} -F`)
  const names = NAME_KINDS.find((kind) => kind === argument.value)
  if (names !== undefined) lines.push(`${start} -a ${fishNames(names)}`)
  if (second !== undefined) {
    const after = `__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${second.after.join(' ')}`
    lines.push(`complete -c parcel-desk -n '${after}' -a ${fishNames(second.names)}`)
  }
  return lines
}

function fishNames(kind: NameKind): string {
  return `'(parcel-desk completion fish ${kind} 2>/dev/null)'`
}

function fishOption({ flag, description, value, choices }: OptionWord): string {
  const values = {
    none: '',
    text: ' -x',
    file: ' -r -F',
    folder: ` -x -a '(__fish_complete_directories)'`,
    choice: ` -x -a ${fishQuoted(choices.join(' '))}`,
    ...forNames((kind) => ` -x -a ${fishNames(kind)}`),
  }[value]
  return `-l ${flag.slice(2)}${values} -d ${fishQuoted(description)}`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
}

/** For Windows PowerShell 5.1 and PowerShell 7, which complete paths themselves. */
export function powershellScript(commands: readonly CommandWord[]): string {
  return `# PowerShell completion for parcel-desk
Register-ArgumentCompleter -Native -CommandName parcel-desk, parcel-desk.cmd, parcel-desk.ps1 -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${commands.map(({ name, options }) => `    '${name}' = [ordered]@{ ${options.map(powershellOption).join('; ')} }`).join('\n')}
  }
  $commands = [ordered]@{ ${commands.map(({ name, description }) => `'${name}' = ${powershellQuoted(description)}`).join('; ')} }
  $values = @{ ${commands.flatMap(powershellChoices).join('; ')} }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = if ($words.Count -gt 1) { $words[1] } else { '' }
  $list = $null
  if ($command -eq '' -or $command -eq 'help') { $list = $commands }
  elseif ($values.ContainsKey("$command $($words[-1])")) { $list = $values["$command $($words[-1])"] }
  elseif ($options.ContainsKey($command)) { $list = $options[$command] }
  if ($null -eq $list) { return }
  $list.Keys | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $list[$_])
  }
}
`
}

function powershellOption({ flag, description }: OptionWord): string {
  return `'${flag}' = ${powershellQuoted(description)}`
}

function powershellChoices({ name, options, argument }: CommandWord): string[] {
  const ofOptions = options
    .filter(({ value }) => value === 'choice')
    .map(({ flag, choices }) => powershellChoice(`${name} ${flag}`, choices))
  return argument.value === 'choice' ? [...ofOptions, powershellChoice(`${name} ${name}`, argument.choices)] : ofOptions
}

function powershellChoice(words: string, choices: string[]): string {
  return `'${words}' = [ordered]@{ ${choices.map((choice) => `'${choice}' = '${choice}'`).join('; ')} }`
}

function powershellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
