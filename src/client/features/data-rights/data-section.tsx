import { useMay } from '../../lib/role.ts';
import { DeletePart } from './delete-part.tsx';
import { ExportPart } from './export-part.tsx';
import { HistoryPart } from './history-part.tsx';
import './data-rights.css';

/** What the company can do with its data. Managers export. Owners also see who did what, and can delete the company. */
export default function DataSection() {
  const { own } = useMay();
  return (
    <div className="data-section stack gap-6">
      <h2>Your data</h2>
      <ExportPart />
      {own && <DeletePart />}
      {own && <HistoryPart />}
    </div>
  );
}
