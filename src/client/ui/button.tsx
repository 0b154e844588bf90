import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-solid';

const VARIANT: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  default: '',
  quiet: 'btn-quiet',
  danger: 'btn-danger',
  'danger-solid': 'btn-danger-solid',
};

/** Returns a button's class name, for links that look like buttons. Use at most one `primary` button per surface. */
export const buttonClass = (variant: ButtonVariant = 'default', more?: string): string =>
  classes('btn', VARIANT[variant], more);

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  large?: boolean;
  icon?: ReactNode;
  /**
   * While true, the button keeps its width, shows a spinner and `workingText`, sets `aria-busy`, and ignores presses. If
   * it's given, the second press of a double tap is ignored too, which a slow phone handles before it shows the first.
   */
  working?: boolean;
  /** The action in progress, such as 'Sending...'. */
  workingText?: string;
}

/**
 * A button labeled with a verb and a noun. Don't disable it for invalid input, because pressing it shows the user what
 * is missing.
 */
export function Button({
  variant = 'default',
  large = false,
  icon,
  working,
  workingText = 'Working...',
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const pressed = useRef(false);
  const idle = (
    <>
      {icon}
      {children}
    </>
  );
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, classes(large && 'btn-lg', className))}
      aria-busy={working || undefined}
      aria-disabled={working || undefined}
      onClick={(event) => {
        if (working || pressed.current) {
          event.preventDefault();
          return;
        }
        if (working !== undefined) {
          pressed.current = true;
          // By the next frame, `working` is set.
          requestAnimationFrame(() => setTimeout(() => (pressed.current = false)));
        }
        onClick?.(event);
      }}
    >
      {working === undefined ? (
        idle
      ) : (
        <span className="btn-faces">
          <span aria-hidden={working}>{idle}</span>
          <span aria-hidden={!working}>
            <LoaderCircle className="i spin" aria-hidden />
            {workingText}
          </span>
        </span>
      )}
    </button>
  );
}
