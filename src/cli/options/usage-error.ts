import type { Command, CommanderError } from 'commander'
import { didYouMean } from '../../engine/base/did-you-mean.ts'
import { badUsage } from '../../shared/errors/app-error.ts'

const SUGGESTION = /\((Did you mean [^)]+\?)\)/
const QUOTED = /'([^']*)'/

/**
 * What commander found wrong, as bad-usage in the words of this project; help and version pass through. Never repeats the
 * value of an option or a stray word: either may be a password.
 */
export function throwUsageError(error: CommanderError, command: Command): never {
  const [, quoted = ''] = QUOTED.exec(error.message) ?? []
  const [, suggestion] = SUGGESTION.exec(error.message) ?? []
  const [flag = ''] = quoted.split('=', 1)
  const { fullName, help } = namesOf(command)
  const next = suggestion === undefined ? help : `${suggestion} ${help}`
  switch (error.code) {
    case 'commander.unknownOption':
      throw unknownOption(command, flag)
    case 'commander.unknownCommand':
      throw badUsage(`There is no command “${flag}”.`, next)
    case 'commander.optionMissingArgument':
      throw badUsage(`${quoted} needs a value.`, next)
    case 'commander.missingMandatoryOptionValue':
      throw badUsage(`${fullName} needs ${quoted}.`, next)
    case 'commander.missingArgument':
      throw badUsage(`${fullName} needs ${quoted}.`, next)
    case 'commander.excessArguments':
      throw badUsage(
        `${fullName} was given more words than it takes.`,
        `Put names with spaces into quotation marks. ${help}`,
      )
    default:
      throw error
  }
}

/** The bad-usage for an option that the command does not have, with the nearest that it has. */
export function unknownOption(command: Command, flag: string): Error {
  const { fullName, help } = namesOf(command)
  const options = command.options.flatMap(({ long }) => long ?? [])
  const hint = command.parent === null ? 'Options come after the command. ' : didYouMean(flag, options)
  return badUsage(`${fullName} has no option ${flag}.`, hint + help)
}

function namesOf(command: Command): { fullName: string; help: string } {
  const fullName = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`
  return { fullName, help: `“${fullName} --help” shows what it takes.` }
}
