import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Boundary } from './Boundary.tsx'
import { Button } from '../actions/Button.tsx'
import { EmptyState } from './EmptyState.tsx'

interface GuardedPartProps {
  readonly children: ReactNode
  /** As it begins a sentence: “This screen”. */
  readonly name: string
  /** See `Boundary`. */
  readonly watched: unknown
  /** Where else one can go meanwhile, as a sentence. */
  readonly elsewhere: string
}

/** A screen or a pane that, where it cannot be drawn, says so and how to go on. */
export function GuardedPart({ children, name, watched, elsewhere }: GuardedPartProps): ReactNode {
  return (
    <Boundary
      watched={watched}
      renderFailure={(tryAgain) => (
        <EmptyState
          icon={TriangleAlert}
          title={`${name} could not be drawn`}
          actions={
            <>
              <Button variant="plain" onPress={tryAgain}>
                Try again
              </Button>
              <Button variant="quiet" onPress={() => window.location.reload()}>
                Reload the window
              </Button>
            </>
          }
        >
          <p>Something in it cannot be shown. Nothing is lost, and what runs goes on. {elsewhere}</p>
        </EmptyState>
      )}
    >
      {children}
    </Boundary>
  )
}
