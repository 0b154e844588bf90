import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The action and its object ('Call Tom Hadley'). It's the accessible name and, after 700 ms, the tooltip. */
  label: string;
  /** A shorter tooltip, for a long label. Set it to '' for no tooltip. */
  tip?: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A button with only an icon: 44 px on phones, 40 px on wider screens. */
export function IconButton({
  label,
  tip,
  variant = 'quiet',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={tip ?? label}
      className={buttonClass(variant, `btn-icon ${className ?? ''}`)}
    >
      {children}
    </button>
  );
}

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'children' | 'aria-label'> {
  label: string;
  tip?: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A link with only an icon (`tel:`, `mailto:`). */
export function IconLink({ label, tip, variant = 'quiet', className, children, ...rest }: IconLinkProps) {
  return (
    <a
      {...rest}
      aria-label={label}
      data-tip={tip ?? label}
      className={buttonClass(variant, `btn-icon ${className ?? ''}`)}
    >
      {children}
    </a>
  );
}
