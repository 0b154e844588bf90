import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error, shown where it occurred: an icon, a sentence, and a button that resolves it. */
export function Banner({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="note note-flag items-center" role="alert">
      <CircleAlert className="i" aria-hidden />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}

/** A short note. The tone 'pine' marks something that needs attention and 'flag' a failure. 'chalk' is neutral. */
export function Note({
  tone,
  icon,
  children,
}: {
  tone?: 'pine' | 'flag' | 'chalk';
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={tone ? `note note-${tone}` : 'note'}>
      {icon || <Info className="i" aria-hidden />}
      <div className="grow">{children}</div>
    </div>
  );
}
