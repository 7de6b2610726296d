import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { RadioGroup } from '../ui/fields/RadioGroup.tsx'
import { ENVIRONMENT_TITLES } from './environment-choice.ts'
import { signInStore } from './sign-in-store.ts'

const { actions } = signInStore

const OTHER = 'other'

/** The services that the organisation has set up, by name; `children` are the fields of any other, where one is allowed. */
export function ServiceChoice({ children }: { readonly children: ReactNode }): ReactNode {
  const services = useDesk(({ organisation }) => organisation.services)
  const by = useLocked('services')
  const { baseUrl, chosenEnvironment, isOtherService, known } = useStore(signInStore, ({ form }) => form)
  const [first] = services
  // An account that is known has a service already.
  const isOpen = first !== undefined && baseUrl === '' && known === null && !isOtherService
  useEffect(() => {
    if (isOpen) actions.chooseService(first)
  }, [isOpen, first])
  if (first === undefined) return children
  const chosen = services.findIndex(
    ({ address, environment }) => address === baseUrl && environment === chosenEnvironment,
  )
  if (by !== undefined && services.length === 1 && chosen === 0) {
    return <LockedField label="Service" value={titleOf(first)} by={by} />
  }
  const listed = services.map((service, index) => ({
    id: String(index),
    title: titleOf(service),
    description: service.address,
  }))
  const isTyped = by === undefined && (isOtherService || chosen < 0)
  return (
    <>
      <RadioGroup
        label="Service"
        description={by === undefined ? undefined : `The list is set by ${by}.`}
        choices={by === undefined ? [...listed, { id: OTHER, title: 'Another service' }] : listed}
        value={isTyped ? OTHER : String(chosen)}
        onChange={(id) => {
          const service = services[Number(id)]
          if (service === undefined) actions.change({ isOtherService: true, baseUrl: '', chosenEnvironment: null })
          else actions.chooseService(service)
        }}
      />
      {isTyped && children}
    </>
  )
}

function titleOf({
  name,
  environment,
}: {
  readonly name: string
  readonly environment: 'test' | 'production'
}): string {
  return `${name} (${ENVIRONMENT_TITLES[environment]})`
}
