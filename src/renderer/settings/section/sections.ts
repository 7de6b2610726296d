import { foldedWords, foldText } from '../../../shared/text/fold-text.ts'
import type { Section } from './settings-store.ts'

export interface SectionFacts {
  readonly section: Section
  readonly title: string
  /** The heading above it in the list; empty for the first ones. */
  readonly group: string
  /** Its settings, and other words that people look for them by. */
  readonly settings: readonly string[]
}

/** Every section in the order of the page, and what each is found by. */
export const SECTIONS: readonly SectionFacts[] = [
  {
    section: 'accounts',
    title: 'Accounts',
    group: '',
    settings: ['Sign in', 'Add an account', 'Remove an account', 'Test connection', 'Password, keychain, user'],
  },
  {
    section: 'folders',
    title: 'Folders',
    group: '',
    settings: ['Choose a folder', 'Forget a folder', 'Directory, drive, where documents go'],
  },
  {
    section: 'patterns',
    title: 'Name patterns',
    group: '',
    settings: ['Add a pattern', 'File names, tokens, naming rule'],
  },
  {
    section: 'saving',
    title: 'Saving',
    group: '',
    settings: [
      'If a file already exists',
      'At most so many documents at once',
      'Bytes a second',
      'Calls a minute',
      'Replace, overwrite, keep both, speed, bandwidth, limit',
    ],
  },
  {
    section: 'sizes',
    title: 'Sizes',
    group: '',
    settings: ['Largest document', 'Largest document in the preview', 'Largest message of a queue', 'Limits, MB, GB'],
  },
  {
    section: 'schedules',
    title: 'Schedules',
    group: '',
    settings: ['Add a schedule', 'Run at times', 'Save at set times, every day, timer, cron, unattended'],
  },
  {
    section: 'followed',
    title: 'Followed customers',
    group: 'Notifications',
    settings: ['Customers to follow', 'How long the feed has been live', 'Messages today'],
  },
  {
    section: 'sharing',
    title: 'Source of messages',
    group: 'Notifications',
    settings: ['This desk gets them from', 'Sharing a queue', 'Collector, colleagues, source'],
  },
  {
    section: 'queues',
    title: 'Queues',
    group: 'Notifications',
    settings: [
      'Take messages',
      'Add a connection',
      'Test connection',
      'Broker, RabbitMQ, AMQP, host, virtual host, heartbeat, certificate, TLS',
    ],
  },
  {
    section: 'streams',
    title: 'Firm’s streams',
    group: 'Notifications',
    settings: [
      'Add your firm’s broker',
      'Where a new stream begins',
      'Further streams',
      'RabbitMQ, stream, offset, collector, many desks',
    ],
  },
  {
    section: 'checks',
    title: 'Checks by searching',
    group: 'Notifications',
    settings: ['How often', 'Check now', 'Poll, interval'],
  },
  {
    section: 'alerts',
    title: 'Desktop notifications',
    group: 'Notifications',
    settings: ['Pause notifications', 'Quiet hours', 'Rules for notifications', 'Toast, sound, pop-up'],
  },
  {
    section: 'rules',
    title: 'Rules that act',
    group: 'Notifications',
    settings: ['Add a rule that saves', 'Save automatically'],
  },
  {
    section: 'background',
    title: 'In the background',
    group: 'Notifications',
    settings: ['Keep running when the window is closed', 'Start at login', 'Tray, autostart'],
  },
  {
    section: 'appearance',
    title: 'Appearance',
    group: 'Application',
    settings: ['Colours', 'Height of rows', 'Text size', 'Dark, light, theme, density, compact, zoom, font'],
  },
  {
    section: 'keyboard',
    title: 'Keyboard',
    group: 'Application',
    settings: ['Single keys', 'Shortcuts, hotkeys, letters, dictation, speech input, accessibility'],
  },
  {
    section: 'region',
    title: 'Region',
    group: 'Application',
    settings: [
      'Dates',
      'Numbers',
      'Order of names',
      'Country, language, locale, date format, time, decimal comma, sorting',
    ],
  },
  {
    section: 'updates',
    title: 'Updates',
    group: 'Application',
    settings: ['Newer versions', 'Check for updates', 'Version, upgrade, install, restart'],
  },
  {
    section: 'diagnostics',
    title: 'Diagnostics',
    group: 'Application',
    settings: ['Open log folder', 'Save support bundle', 'Version, data folder, help'],
  },
  {
    section: 'about',
    title: 'About',
    group: 'Application',
    settings: ['Third-party notices', 'Licences, licenses, open source, components'],
  },
]

export interface FoundSection extends SectionFacts {
  /** The setting that has the words; undefined where the title has them, or nothing was typed. */
  readonly setting: string | undefined
}

/** The sections that have all these words, in any order, in their title or in what they are found by. */
export function findSections(query: string): readonly FoundSection[] {
  const words = foldedWords(query)
  const has = (text: string): boolean => words.every((word) => foldText(text).includes(word))
  return SECTIONS.flatMap((facts) => {
    if (has(`${facts.group} ${facts.title}`)) return [{ ...facts, setting: undefined }]
    const setting = facts.settings.find(has)
    const isSpread = setting === undefined && has([facts.title, ...facts.settings].join(' '))
    return setting === undefined && !isSpread ? [] : [{ ...facts, setting }]
  })
}
