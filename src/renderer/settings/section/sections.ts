import { foldedWords, foldText } from '../../../shared/text/fold-text.ts'
import type { Section } from '../../client/settings-store.ts'

/** What a clerk looks for, page by page, and at the end what is for whoever connects the desk. */
export const PAGES = [
  { page: 'accounts', title: 'Accounts' },
  { page: 'filing', title: 'Folders and names' },
  { page: 'following', title: 'Customers and notifications' },
  { page: 'automatic', title: 'Automatic saving' },
  { page: 'appearance', title: 'Appearance' },
  { page: 'connection', title: 'Connection (for IT)' },
] as const
export type SettingsPage = (typeof PAGES)[number]['page']

export interface SectionFacts {
  readonly section: Section
  readonly title: string
  readonly page: SettingsPage
  /** Its settings, and other words that people look for them by. */
  readonly settings: readonly string[]
}

/** Every section in order, and what each is found by. */
export const SECTIONS: readonly SectionFacts[] = [
  {
    section: 'accounts',
    title: 'Accounts',
    page: 'accounts',
    settings: ['Sign in', 'Add an account', 'Remove an account', 'Test connection', 'Password, keychain, user'],
  },
  {
    section: 'folders',
    title: 'Folders',
    page: 'filing',
    settings: ['Choose a folder', 'Forget a folder', 'Directory, drive, where documents go'],
  },
  {
    section: 'patterns',
    title: 'Name patterns',
    page: 'filing',
    settings: ['Add a pattern', 'File names, tokens, naming rule'],
  },
  {
    section: 'saving',
    title: 'Saving',
    page: 'filing',
    settings: [
      'If a file already exists',
      'At most so many documents at once',
      'Bytes a second',
      'Calls a minute',
      'Replace, overwrite, keep both, speed, bandwidth, limit',
    ],
  },
  {
    section: 'followed',
    title: 'Followed customers',
    page: 'following',
    settings: ['Customers to follow', 'How long the feed has been live', 'Messages today'],
  },
  {
    section: 'alerts',
    title: 'Desktop notifications',
    page: 'following',
    settings: ['Pause notifications', 'Quiet hours', 'Rules for notifications', 'Toast, sound, pop-up'],
  },
  {
    section: 'background',
    title: 'When the window is closed',
    page: 'following',
    settings: ['Keep running when the window is closed', 'Start at login', 'Tray, autostart'],
  },
  {
    section: 'automatic',
    title: 'Automatic saving',
    page: 'automatic',
    settings: [
      'Save when a set reaches a state',
      'Save at set times',
      'Rule, schedule, every day, timer, cron, unattended, automatically',
    ],
  },
  {
    section: 'appearance',
    title: 'Appearance',
    page: 'appearance',
    settings: ['Colours', 'Height of rows', 'Text size', 'Dark, light, theme, density, compact, zoom, font'],
  },
  {
    section: 'keyboard',
    title: 'Keyboard',
    page: 'appearance',
    settings: ['Single keys', 'Shortcuts, hotkeys, letters, dictation, speech input, accessibility'],
  },
  {
    section: 'region',
    title: 'Region',
    page: 'appearance',
    settings: [
      'Dates',
      'Numbers',
      'Order of names',
      'Country, language, locale, date format, time, decimal comma, sorting',
    ],
  },
  {
    section: 'sharing',
    title: 'Source of messages',
    page: 'connection',
    settings: ['This desk gets them from', 'Sharing a queue', 'Collector, colleagues, source'],
  },
  {
    section: 'queues',
    title: 'Queues',
    page: 'connection',
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
    page: 'connection',
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
    page: 'connection',
    settings: ['How often', 'Check now', 'Poll, interval'],
  },
  {
    section: 'sizes',
    title: 'Limits',
    page: 'connection',
    settings: ['Largest document', 'Largest document in the preview', 'Largest message of a queue', 'Limits, MB, GB'],
  },
  {
    section: 'updates',
    title: 'Updates',
    page: 'connection',
    settings: ['Newer versions', 'Check for updates', 'Version, upgrade, install, restart'],
  },
  {
    section: 'diagnostics',
    title: 'Diagnostics',
    page: 'connection',
    settings: ['Open log folder', 'Save support bundle', 'Version, data folder, help'],
  },
  {
    section: 'about',
    title: 'About',
    page: 'connection',
    settings: ['Third-party notices', 'Licences, licenses, open source, components'],
  },
]

export function pageOf(section: Section): SettingsPage | undefined {
  return SECTIONS.find((facts) => facts.section === section)?.page
}

export interface FoundSection extends SectionFacts {
  /** The setting that has the words; undefined where the title has them, or nothing was typed. */
  readonly setting: string | undefined
}

/** The sections that have all these words, in any order, in their title or in what they are found by. */
export function findSections(query: string): readonly FoundSection[] {
  const words = foldedWords(query)
  const has = (text: string): boolean => words.every((word) => foldText(text).includes(word))
  return SECTIONS.flatMap((facts) => {
    const page = PAGES.find((one) => one.page === facts.page)?.title ?? ''
    if (has(`${page} ${facts.title}`)) return [{ ...facts, setting: undefined }]
    const setting = facts.settings.find(has)
    const isSpread = setting === undefined && has([facts.title, ...facts.settings].join(' '))
    return setting === undefined && !isSpread ? [] : [{ ...facts, setting }]
  })
}
