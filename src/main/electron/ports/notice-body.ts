/**
 * The body of a notification, escaped so that the system shows it literally: on Linux, notification servers interpret markup
 * in the body, though not in the title.
 */
export function noticeBody(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'linux') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
