/** The part of saxen that is used here; it ships without types. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    /** Names of these namespaces get these prefixes, whatever they have in a file. */
    ns(prefixes: Readonly<Record<string, string>>): this
    on(
      name: 'openTag',
      callback: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): this
    on(name: 'closeTag', callback: (name: string) => void): this
    on(name: 'text', callback: (text: string, decode: Decode) => void): this
    on(name: 'cdata', callback: (text: string) => void): this
    on(name: 'error' | 'warn', callback: (problem: Error) => void): this
    parse(xml: string): this
    stop(): void
  }
}
