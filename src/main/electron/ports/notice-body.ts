/**
 * The body of a notification as the system shows it literally: on Linux notification servers read markup in it, such as
 * links, but none in the title.
 */
export function noticeBody(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'linux') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
