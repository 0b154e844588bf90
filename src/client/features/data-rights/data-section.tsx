import { useState } from 'react';
import { useMay } from '../../lib/role.ts';
import { DeletePart } from './delete-part.tsx';
import { ExportPart } from './export-part.tsx';
import { HistoryPart } from './history-part.tsx';
import './data-rights.css';

/**
 * What the company can do with its data, folded because it's seldom needed. Managers export. Owners also see who did
 * what, and can delete the company.
 */
export default function DataSection() {
  const { manage, own } = useMay();
  const [open, setOpen] = useState(false);
  if (!manage) return null;
  return (
    <details className="data-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Your data</summary>
      {open && (
        <div className="stack gap-6">
          <ExportPart />
          {own && <HistoryPart />}
          {own && <DeletePart />}
        </div>
      )}
    </details>
  );
}
