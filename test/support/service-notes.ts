/** A trap or a finding, wherever a comment or the title of a test names it. */
const NUMBER = /(?<![\w-])(?:T\d{1,2}|W-[A-Z]\d{1,2})(?![\w:])/g
/** A number in brackets of any other book, which nobody here could look up. */
const FOREIGN = /(?<=\()(?:(?:[A-VX-Z]-)?[A-EG-SU-Z]\d{1,2}|measured \d\.\d)(?=[),;])/g
const NOTE = /^- \*\*([\w-]+)\*\* /gm
const HEADING = /^#+ (.*)$/gm
const CITED_HEADING = /docs\/service\.md “([^”]+)”/g

/** The numbers and headings of docs/service.md that a source or test file names, and that are not there. */
export function unknownNotes(text: string, service: string): string[] {
  const notes = new Set(matches(service, NOTE))
  const headings = new Set(matches(service, HEADING))
  return [
    ...matches(text, NUMBER).filter((number) => !notes.has(number)),
    ...matches(text, FOREIGN),
    ...matches(text, CITED_HEADING).filter((heading) => !headings.has(heading)),
  ]
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)
}
