import { Argument, Command, type OptionValues } from 'commander'
import { CONFLICT_POLICIES } from '../shared/model/job.ts'
import { PACK_FORMS } from '../shared/model/pack.ts'
import type { CommandAction } from './command-run.ts'
import { throwUsageError } from './options/check-arguments.ts'
import { COMMAND_HELP, PROGRAM_HELP } from './options/help-texts.ts'
import {
  addEventsOption,
  addGeneralOptions,
  addConnectionOptions,
  addProfileOption,
  addRunOptions,
  addSelectionOptions,
  choiceOption,
  addCollectOptions,
  addScheduleOptions,
  addTopologyOptions,
  FEED_TOPICS,
  NAME_KINDS,
  maxDocumentOption,
  SCHEDULE_ACTIONS,
  SHELLS,
  addEntryOptions,
  addFindOptions,
  addIndexOptions,
  addWatchOptions,
} from './options/option-groups.ts'
import { collected, documentIds, oneOf, uuid, pathOf } from './options/option-values.ts'

/**
 * Loads an action and runs it with the options of its command. Loaded last, so that help and bad usage do not load the
 * engine.
 */
export type Launch = <Options extends OptionValues>(
  command: Command,
  load: () => Promise<CommandAction<Options>>,
) => Promise<void>

export interface TreeOptions {
  version: string
  launch: Launch
  writeOut: (text: string) => void
  writeErr: (text: string) => void
}

/** Every command with its options, arguments and help; nothing runs before it is parsed. */
export function buildCommandTree({ version, launch, writeOut, writeErr }: TreeOptions): Command {
  const program = new Command('parcel-desk')
    .description('Find, read and save trade-document parcels.')
    .version(version, '--version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', PROGRAM_HELP)
    // Failures are printed in one place, including bad usage.
    .configureOutput({ writeOut, writeErr, outputError: () => undefined })
    .exitOverride((error) => throwUsageError(error, program))
  addAccountCommands(program, launch)
  addSearchCommands(program, launch)
  addSaveCommands(program, launch)
  addJobCommands(program, launch)
  addPackCommand(program, launch)
  addScheduleCommand(program, launch)
  addFeedCommands(program, launch)
  addComputerCommands(program, launch)
  addCompletionCommand(program, launch)
  for (const command of program.commands) checkPaths(command)
  return program
}

function addAccountCommands(program: Command, launch: Launch): void {
  program.commandsGroup('Connections:')
  const signIn = start(program, 'sign-in', 'check a password and keep the connection')
  addGeneralOptions(addConnectionOptions(signIn)).action(function () {
    return launch(this, async () => (await import('./commands/accounts.ts')).signIn)
  })
  const signOut = start(program, 'sign-out', 'forget a saved account and its password')
  addGeneralOptions(addProfileOption(signOut)).action(function () {
    return launch(this, async () => (await import('./commands/accounts.ts')).signOut)
  })
  addGeneralOptions(start(program, 'profiles', 'list the saved accounts')).action(function () {
    return launch(this, async () => (await import('./commands/accounts.ts')).profiles)
  })
}

function addSearchCommands(program: Command, launch: Launch): void {
  program.commandsGroup('Finding:')
  const counterparties = start(program, 'counterparties', 'list or find customers')
    .optionsGroup('Selection:')
    .option('--name <TEXT>', 'only customers whose name holds this text, whatever the case')
  addGeneralOptions(addConnectionOptions(counterparties)).action(function () {
    return launch(this, async () => (await import('./commands/counterparties.ts')).counterparties)
  })
  const search = start(program, 'search', 'list sets')
  addGeneralOptions(addConnectionOptions(addSelectionOptions(search))).action(function () {
    return launch(this, async () => (await import('./commands/search.ts')).search)
  })
  const find = start(program, 'find', 'find words in saved documents').argument('<WORDS...>', 'all must be on the page')
  addGeneralOptions(addFindOptions(find)).action(function () {
    return launch(this, async () => (await import('./texts/find.ts')).find)
  })
  const index = start(program, 'index', 'show or fill the index that “find” looks in')
  addGeneralOptions(addIndexOptions(index)).action(function () {
    return launch(this, async () => (await import('./texts/index-texts.ts')).indexTexts)
  })
}

function addSaveCommands(program: Command, launch: Launch): void {
  program.commandsGroup('Saving:')
  const save = addSelectionOptions(start(program, 'save', 'plan and save the documents of sets'))
    .optionsGroup('Saving:')
    .requiredOption('--to <DIR>', 'folder to save into')
    .option('--name <PATTERN>', 'pattern for folders and file names')
    .option('--doc-type <TYPE>', 'only documents of this type, repeatable', collected)
    .addOption(
      choiceOption('--conflict <POLICY>', 'what to do if a file already exists', CONFLICT_POLICIES).default(
        'keep-both',
      ),
    )
    .option('--only-new', 'only what is new or changed since it was saved')
    .option('--dry-run', 'print the plan; save nothing')
  addGeneralOptions(addConnectionOptions(addEventsOption(addRunOptions(save)))).action(function () {
    return launch(this, async () => (await import('./commands/save.ts')).save)
  })
  const get = start(program, 'get', 'save one document')
    .optionsGroup('Document:')
    .requiredOption('--set <ID>', 'id of the set', uuid('--set'))
    .requiredOption('--document <ID>', 'id of the document', uuid('--document'))
    .requiredOption('--output <FILE>', 'file to write, which must not exist yet')
    .addOption(maxDocumentOption())
    .option('--save-anyway', 'save it even if it is damaged')
  addGeneralOptions(addConnectionOptions(get)).action(function () {
    return launch(this, async () => (await import('./commands/get.ts')).get)
  })
}

function addJobCommands(program: Command, launch: Launch): void {
  addGeneralOptions(start(program, 'jobs', 'list unfinished and past jobs')).action(function () {
    return launch(this, async () => (await import('./commands/jobs.ts')).jobs)
  })
  const resume = start(program, 'resume', 'resume a job').argument(
    '[JOB]',
    'the job; the newest that is unfinished when left out',
  )
  addEventsOption(addRunOptions(resume)).option(
    '--save-anyway <ID>',
    'a document to save even if it is damaged, repeatable',
    documentIds,
  )
  addGeneralOptions(addConnectionOptions(resume)).action(function () {
    return launch(this, async () => (await import('./commands/jobs.ts')).resume)
  })
  const undo = start(program, 'undo', 'remove what a job saved and nobody changed since').argument('<JOB>', 'the job')
  undo.option('--dry-run', 'tell what would be removed and kept; change nothing')
  addGeneralOptions(undo).action(function () {
    return launch(this, async () => (await import('./commands/jobs.ts')).undo)
  })
  const verify = start(program, 'verify', 'compare a folder with its manifest').argument('<DIR>', 'the folder')
  verify.option('--signatures', 'look at the digital signatures of every PDF, too')
  addGeneralOptions(verify).action(function () {
    return launch(this, async () => (await import('./commands/verify.ts')).verify)
  })
  const compare = start(program, 'compare', 'compare two versions of a document')
    .argument('<FILE>', 'the earlier one')
    .argument('<FILE>', 'the later one')
  addGeneralOptions(compare).action(function () {
    return launch(this, async () => (await import('./commands/compare.ts')).compare)
  })
}

function addPackCommand(program: Command, launch: Launch): void {
  const pack = addSelectionOptions(start(program, 'pack', 'hand over saved documents as one'))
    .option('--folder <DIR>', 'in place of a selection: what was saved into this folder; asks no service')
    .optionsGroup('Pack:')
    .requiredOption('--output <PATH>', 'zip or folder to write, which must not exist yet')
    .addOption(choiceOption('--form <FORM>', 'what it becomes', PACK_FORMS).makeOptionMandatory())
    .option('--template <NAME>', 'order by this template of the desk')
    .option('--to <DIR>', 'save what is not saved yet into this folder first')
    .option('--dry-run', 'print the plan; write nothing')
  addGeneralOptions(addConnectionOptions(pack)).action(function () {
    return launch(this, async () => (await import('./commands/pack.ts')).pack)
  })
}

function addScheduleCommand(program: Command, launch: Launch): void {
  const [what, actions] = ['What to do with schedules', SCHEDULE_ACTIONS]
  const schedule = start(program, 'schedule', 'save at set times')
    .addArgument(new Argument('<WHAT>', 'what to do').choices(actions).argParser(oneOf(what, actions)))
    .argument('[NAME]', 'the schedule')
  addGeneralOptions(addConnectionOptions(addRunOptions(addScheduleOptions(schedule)))).action(function () {
    return launch(this, async () => (await import('./schedules/schedule.ts')).schedule)
  })
}

function addFeedCommands(program: Command, launch: Launch): void {
  program.commandsGroup('Notifications:')
  const watch = addWatchOptions(start(program, 'watch', 'take status notifications from a queue, store and print them'))
  addGeneralOptions(addConnectionOptions(watch)).action(function () {
    return launch(this, async () => (await import('./commands/watch.ts')).watch)
  })
  const collect = addCollectOptions(
    start(program, 'collect', 'take the messages of a firm and publish them to its own broker'),
  )
  addGeneralOptions(addConnectionOptions(collect)).action(function () {
    return launch(this, async () => (await import('./commands/collect.ts')).collect)
  })
  const feed = addTopologyOptions(
    start(program, 'feed', 'print the definitions for the firm’s own broker'),
  ).addArgument(
    new Argument('<WHAT>', 'what to print').choices(FEED_TOPICS).argParser(oneOf('What to print', FEED_TOPICS)),
  )
  addGeneralOptions(feed).action(function () {
    return launch(this, async () => (await import('./commands/feed.ts')).feed)
  })
  const inbox = addEntryOptions(start(program, 'inbox', 'list the notifications that are stored, oldest first'))
  addGeneralOptions(inbox).action(function () {
    return launch(this, async () => (await import('./commands/inbox.ts')).inbox)
  })
}

function addComputerCommands(program: Command, launch: Launch): void {
  program.commandsGroup('This computer:')
  addGeneralOptions(start(program, 'policy', 'list what the organisation has set')).action(function () {
    return launch(this, async () => (await import('./commands/installation.ts')).policy)
  })
  const support = start(program, 'support', 'write a zip for support: versions, settings, logs, checks; no secrets')
    .optionsGroup('File:')
    .requiredOption('--output <FILE>', 'zip to write, which must not exist yet')
  addGeneralOptions(support).action(function () {
    return launch(this, async () => (await import('./commands/installation.ts')).support)
  })
  addGeneralOptions(start(program, 'notices', 'show the licences of third parties')).action(function () {
    return launch(this, async () => (await import('./commands/installation.ts')).notices)
  })
}

function addCompletionCommand(program: Command, launch: Launch): void {
  program.commandsGroup('Shell:')
  start(program, 'completion', 'print a completion script for a shell')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(SHELLS).argParser(oneOf('The shell', SHELLS)))
    .addArgument(
      new Argument('[NAMES]', 'in place of the script: names that it offers')
        .choices(NAME_KINDS)
        .argParser(oneOf('Names', NAME_KINDS)),
    )
    .helpOption('-h, --help', 'show this help')
    .action(function () {
      return launch(this, async () => (await import('./commands/completion.ts')).completionFor(program))
    })
}

function start(program: Command, name: keyof typeof COMMAND_HELP, description: string): Command {
  const command: Command = program.command(name).description(description).addHelpText('after', COMMAND_HELP[name])
  return command.exitOverride((error) => throwUsageError(error, command))
}

/** By their placeholders, so that no path goes unchecked. */
function checkPaths({ options, registeredArguments }: Command): void {
  for (const option of options) {
    if (isPathPlaceholder(option.flags)) option.argParser(pathOf(option.long ?? option.flags))
  }
  for (const argument of registeredArguments) {
    if (isPathPlaceholder(argument.name()))
      argument.argParser(pathOf(argument.name() === 'FILE' ? 'The file' : 'The folder'))
  }
}

function isPathPlaceholder(text: string): boolean {
  return /\b(?:DIR|FILE|PATH)\b/.test(text)
}
