import { expect, it } from 'vitest'
import { composeDesk } from '../../support/composed-desk.ts'

it('does not start on a data folder that another desk has open, and says which one; it does after that has ended', async () => {
  const first = await composeDesk()
  const second = composeDesk({}, first.root)
  await expect(second).rejects.toThrow(
    new RegExp(`Another Parcel Desk is working with the data folder .+ \\(process ${process.pid}, since `),
  )
  await first.desk.stop()
  const third = await composeDesk({}, first.root)
  expect(await third.call('desk.snapshot', {})).toMatchObject({ settings: { startsAtLogin: false } })
})
