import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { signInStore } from './sign-in-store.ts'

/** Signs in to the demo, where this host has one. */
export function DemoButton({ variant = 'plain' }: { readonly variant?: 'plain' | 'quiet' }): ReactNode {
  const demo = useDesk((desk) => desk.demo)
  if (demo === null) return null
  return (
    <Button variant={variant} onPress={() => void signInStore.actions.signInToDemo(demo)}>
      Try the demo service
    </Button>
  )
}
