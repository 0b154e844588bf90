import type { ReactNode } from 'react';
import { useMay } from '../../lib/role.ts';
import { Note } from '../../ui/banner.tsx';

/**
 * Wraps settings that some members can only read. For those members, all controls are disabled, and a sentence says
 * why.
 */
export function SettingsFor({ children }: { children: ReactNode }) {
  const may = useMay();
  if (may.manage) return children;
  return (
    <fieldset disabled className="stack m-0 min-w-0 border-0 p-0">
      <Note>Only owners and managers can change these settings.</Note>
      {children}
    </fieldset>
  );
}
