import { Link } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { type Tab, TAB_LABEL, tabAddress } from './tabs.ts';

const HOLDS: Record<Exclude<Tab, 'leads' | 'admin'>, string> = {
  pricing: 'Your base price per foot, the price of a gate and your materials will be set here.',
  widget: 'The code that puts your prices on your website will be made here.',
  crm: 'Organizations, pipelines and deals will be kept here.',
  feedback: 'You will write to us from here.',
};

/** A tab that is not built yet says so, and shows nothing that does not work. */
export function ComingTab({ tab }: { tab: Exclude<Tab, 'leads' | 'admin'> }) {
  return (
    <div className="stack max-w-[680px]">
      <h1>{TAB_LABEL[tab]}</h1>
      <Note>{HOLDS[tab]} It is not ready yet.</Note>
      <p>
        <Link to={tabAddress('leads')}>Back to Customer Leads</Link>
      </p>
    </div>
  );
}
