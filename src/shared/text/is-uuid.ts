const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether the text has UUID form, any version: asked before an id goes into a URL path or a file name. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
