import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '../ui/actions/Button.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { Tooltip } from '../ui/actions/Tooltip.tsx'
import { useCommand } from './use-commands.ts'

interface CommandButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly id: string
  readonly icon?: LucideIcon | undefined
  /** Instead of the command’s title, if the button can say more: “Save 74 documents”. */
  readonly children?: ReactNode
}

/** A button that runs a command and shows its keys; disabled while no screen offers the command. */
export function CommandButton({ id, children, icon, ...rest }: CommandButtonProps): ReactNode {
  const command = useCommand(id)
  return (
    <Button
      {...rest}
      {...(icon === undefined ? {} : { icon })}
      data-command={id}
      shortcut={command?.shortcuts[0]}
      isDisabled={command?.isEnabled !== true}
      onPress={() => command?.run()}
    >
      {children ?? command?.title ?? ''}
    </Button>
  )
}

interface ShortCommandButtonProps {
  readonly id: string
  readonly icon: LucideIcon
  /** A word of the title. */
  readonly children: string
}

/** For bars full of buttons: a quiet one with a word; its name, and its tooltip, is the whole title. */
export function ShortCommandButton({ id, icon, children }: ShortCommandButtonProps): ReactNode {
  const command = useCommand(id)
  if (command === undefined) return null
  return (
    <Tooltip text={command.title} shortcut={command.shortcuts[0]}>
      <Button
        variant="quiet"
        icon={icon}
        data-command={id}
        aria-label={command.title}
        isDisabled={!command.isEnabled}
        onPress={() => command.run()}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

/** Only an icon, where there is no room for a word; title and keys are in the tooltip. */
export function CommandIconButton({ id, icon }: { readonly id: string; readonly icon: LucideIcon }): ReactNode {
  const command = useCommand(id)
  if (command === undefined) return null
  return (
    <IconButton
      label={command.title}
      icon={icon}
      data-command={id}
      shortcut={command.shortcuts[0]}
      isDisabled={!command.isEnabled}
      onPress={() => command.run()}
    />
  )
}
