/** The bytes as a call takes them, encoded by the browser without holding up the page. */
export async function base64Of(bytes: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener('loadend', resolve))
  reader.readAsDataURL(bytes)
  await read
  if (typeof reader.result !== 'string') throw reader.error ?? new Error('the file could not be read')
  // Behind the comma of a data address; of nothing there may be none.
  return reader.result.split(',', 2)[1] ?? ''
}
