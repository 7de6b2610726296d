import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/actions/IconButton.tsx'
import styles from './Preview.module.css'
import type { PreviewCommand, PreviewCommandId } from './preview-commands.ts'

interface PreviewTitleProps {
  readonly name: string
  readonly commands: readonly PreviewCommand[]
}

/** Which document it is, and the way to the ones beside it. */
export function PreviewTitle({ name, commands }: PreviewTitleProps): ReactNode {
  const button = (id: PreviewCommandId, icon: typeof ChevronLeft): ReactNode => {
    const command = commands.find((one) => one.id === id)
    if (command === undefined) return null
    return <IconButton label={command.title} icon={icon} shortcut={command.shortcuts[0]} onPress={command.run} />
  }
  return (
    <header className={styles.title}>
      {button('previousDocument', ChevronLeft)}
      {button('nextDocument', ChevronRight)}
      <h3 className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </h3>
      {button('openInReader', ExternalLink)}
    </header>
  )
}
