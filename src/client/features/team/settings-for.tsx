import type { ReactNode } from 'react';
import { useMay } from '../../lib/role.ts';
import { Note } from '../../ui/banner.tsx';

/** Settings: readable for members who can't change them, with everything turned off and a sentence that says why. */
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
