/** Its letters together, or each in a box of its own; its digits with any signs between them. */
const NUMBER = /(?<![\p{L}\p{N}])(?:[a-z]{3}|(?:[a-z]\s{1,3}){3})[ujz](?:[^\p{L}\p{N}]{0,3}\d){7}(?![\p{L}\p{N}])/giu

export interface ContainerNumber {
  /** However it is separated: `msku1234565`. */
  number: string
  /** What its last digit has to be. */
  checkDigit: string
  at: number
  length: number
}

/** What has the form of a container number in a text (ISO 6346), whether its check digit is right or not. */
export function containerNumbers(text: string): ContainerNumber[] {
  return [...text.matchAll(NUMBER)].map(({ 0: found, index }) => {
    const number = found.replaceAll(/[^a-z\d]/gi, '').toLowerCase()
    return { number, checkDigit: checkDigitOf(number), at: index, length: found.length }
  })
}

/** A sentence for each that is asked for with a last digit that it cannot have. */
export function wrongNumbers(query: string): string[] {
  return containerNumbers(query)
    .filter(({ number, checkDigit }) => !number.endsWith(checkDigit))
    .map(
      ({ number, checkDigit }) =>
        `${number.toUpperCase()} is no container number: its last digit would be ${checkDigit}.`,
    )
}

function checkDigitOf(number: string): string {
  const sum = Array.from(number.slice(0, -1)).reduce((total, sign, place) => total + valueOf(sign) * 2 ** place, 0)
  return ((sum % 11) % 10).toString()
}

/** Letters have the numbers from 10 on; 11, 22 and 33 are left out. */
function valueOf(sign: string): number {
  const place = Number.parseInt(sign, 36)
  return place < 10 ? place : place + Math.ceil((place - 10) / 10)
}
