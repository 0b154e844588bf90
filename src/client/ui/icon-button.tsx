import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, and to whom ('Call Tom Hadley'): its name and, after 700 ms, its tooltip. */
  label: string;
  /** A shorter tooltip where the label is long; '' for none. */
  tip?: string;
  variant?: ButtonVariant;
  children: ReactNode;
}

/** A button that shows only an icon; 44 px on phones, 40 above. */
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

/** The same look for a link (`tel:`, `mailto:`). */
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
