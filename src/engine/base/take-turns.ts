/** Runs what it is given one after the other, in the order given, whether what came before went well or not. */
export function takeTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const mine = last.then(work, work)
    last = mine
    return await mine
  }
}
