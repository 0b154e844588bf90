import type { AgentFigures } from '#shared/features/reports/reports.schema.ts';
import { trpc } from '../../lib/trpc.ts';

const ROWS: readonly { name: string; of: (figures: AgentFigures) => number }[] = [
  { name: 'Conversations answered', of: ({ answered }) => answered },
  { name: 'Prices given', of: ({ priced }) => priced },
  { name: 'Passed on to you', of: ({ handedOver }) => handedOver },
  { name: 'Jobs won', of: ({ won }) => won },
];

/**
 * Results of the sales agent's conversations that began during the period. Shows nothing if there were no
 * conversations.
 */
export function AgentTalks({ from, to }: { from: string; to: string }) {
  const { data } = trpc.analytics.agent.useQuery({ from, to }, { placeholderData: (before) => before });
  if (!data) return null;
  return (
    <section className="stack-s" aria-labelledby="agent-talks-title">
      <h2 id="agent-talks-title">Sales agent</h2>
      <dl className="report-strip">
        {ROWS.map(({ name, of }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b className="num">{of(data)}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
