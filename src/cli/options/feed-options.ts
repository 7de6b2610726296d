import { type Command, Option } from 'commander'
import { DEFAULT_PREFETCH, MOST_PREFETCH } from '../../shared/model/queue-defaults.ts'
import { choiceOption, ENVIRONMENTS } from './option-groups.ts'
import { collected, isoTime, positiveNumber, wholeNumber, pathOf } from './option-values.ts'

const MOST_ENTRIES = 999_999_999
/** A month: far below where timers overflow. */
const MOST_SECONDS = 2_000_000

/** Which queue, how much of it, and what to do with what comes. */
export function addWatchOptions(command: Command): Command {
  return command
    .optionsGroup('Queue:')
    .requiredOption('--amqp-url <URL>', 'the broker and its user, such as amqps://ops@mq.example.com/parcels')
    .requiredOption('--queue <NAME>', 'the queue; {customerId} in it and in the virtual host is filled in')
    .option('--customer <NAME|ID>', 'only of this customer, repeatable; fills in {customerId}', collected)
    .addOption(
      numberOption('--prefetch <N>', `messages on their way at once, 1 to ${MOST_PREFETCH}`, MOST_PREFETCH).default(
        DEFAULT_PREFETCH,
      ),
    )
    .addOption(numberOption('--count <N>', 'end after so many new entries', MOST_ENTRIES))
    .addOption(new Option('--for <SECONDS>', 'end after this time').argParser(positiveNumber('--for', MOST_SECONDS)))
    .optionsGroup('What to do with it:')
    .option(
      '--save-to <DIR>',
      'save the documents of sets that reach the state of --on-state into this folder',
      pathOf('--save-to'),
    )
    .option('--on-state <TEXT>', 'the state, such as TITLE_HELD')
    .option('--journal <FILE>', 'append every message to this file, for others to follow', pathOf('--journal'))
}

/** Which entries of the inbox. */
export function addEntryOptions(command: Command): Command {
  return command
    .optionsGroup('Entries:')
    .option('--customer <NAME|ID>', 'only of this customer, repeatable', collected)
    .option('--state <TEXT>', 'only of this state, such as signed')
    .addOption(new Option('--since <ISO>', 'only what came from this day or moment on').argParser(isoTime('--since')))
    .option('--unread', 'only what nobody has read or done')
    .addOption(choiceOption('--environment <NAME>', 'only of this environment; both when left out', ENVIRONMENTS))
}

function numberOption(flags: string, description: string, most: number): Option {
  const option = new Option(flags, description)
  return option.argParser(wholeNumber(`--${option.name()}`, 1, most))
}
