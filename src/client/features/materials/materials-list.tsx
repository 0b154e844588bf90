import { useId } from 'react';
import type { MaterialsView } from '#shared/features/take-off/take-off.schema.ts';
import { takeOffWords } from '#shared/features/take-off/words/index.ts';
import { formatFeet, formatNumber } from '#shared/primitives/feet.ts';
import type { Language } from '#shared/primitives/language.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { MarginFacts } from './margin-facts.tsx';
import type { useTicks } from './use-ticks.ts';
import type { MaterialsWords } from './words.ts';

type Items = MaterialsView['items'];

/** The posts by role, without the roles that the fence doesn't have. */
function Posts({ posts, language }: { posts: MaterialsView['posts']; language: Language }) {
  const { roles } = takeOffWords(language);
  const shown = (Object.keys(roles) as (keyof typeof posts)[]).filter((role) => posts[role] > 0);
  return (
    <dl className="mat-posts">
      {shown.map((role) => (
        <div key={role}>
          <dt>{roles[role]}</dt>
          <dd className="num">{formatNumber(posts[role])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Everything, each item with a box to tick in the yard. */
function Ticklist({ items, ticks }: { items: Items; ticks: ReturnType<typeof useTicks> }) {
  return (
    <ul className="mat-items">
      {items.map((item) => (
        <li key={item.key}>
          <label>
            <input type="checkbox" checked={ticks.ticked.has(item.key)} onChange={() => ticks.toggle(item.key)} />
            <span className="grow wrap-anywhere">{item.label}</span>
            <b className="num">{formatNumber(item.quantity)}</b>
          </label>
        </li>
      ))}
    </ul>
  );
}

interface MaterialsListProps {
  list: MaterialsView;
  language: Language;
  words: MaterialsWords;
  runNames: readonly string[];
  ticks: ReturnType<typeof useTicks>;
}

/** A list of materials: what to check, the posts, everything together, each run, and the rules it's counted by. */
export function MaterialsList({ list, language, words, runNames, ticks }: MaterialsListProps) {
  const id = useId();
  const { items, byRun, costCents, marginCents } = list;
  const done = items.filter(({ key }) => ticks.ticked.has(key)).length;
  return (
    <div className="stack mat" lang={language}>
      {list.warnings.length > 0 && (
        <Note>
          {list.warnings.map(({ path, text }) => (
            <p key={`${path} ${text}`}>{text}</p>
          ))}
        </Note>
      )}
      {costCents !== undefined && marginCents !== undefined && (
        <section className="mat-cost" lang="en" aria-label="Cost and margin">
          <MarginFacts {...list} costCents={costCents} marginCents={marginCents} />
          {list.labor.length > 0 && (
            <p className="sm muted">
              {list.labor.map(({ activity, minutes }) => `${activity}, ${formatNumber(minutes / 60)} h`).join('; ')}
            </p>
          )}
          <p className="sm muted">Only owners and managers see this. It isn’t printed.</p>
        </section>
      )}
      {items.length === 0 ? (
        <p className="muted">{words.nothing}</p>
      ) : (
        <>
          <section aria-labelledby={`${id}-posts`}>
            <h3 id={`${id}-posts`}>{words.posts}</h3>
            <Posts posts={list.posts} language={language} />
          </section>
          <section aria-labelledby={`${id}-all`}>
            <div className="row between">
              <h3 id={`${id}-all`}>{words.all}</h3>
              <span className="row mat-screen">
                <span className="sm muted" role="status">
                  {words.loaded({ done, count: items.length })}
                </span>
                {done > 0 && (
                  <Button variant="quiet" onClick={ticks.clear}>
                    {words.untick}
                  </Button>
                )}
              </span>
            </div>
            <Ticklist items={items} ticks={ticks} />
          </section>
        </>
      )}
      {byRun.length > 1 && (
        <section className="stack" aria-labelledby={`${id}-runs`}>
          <h3 id={`${id}-runs`}>{words.byRun}</h3>
          <p className="sm muted">{words.rounding}</p>
          {byRun.map(({ run, feet, sections, items: own }) => (
            <section key={run} className="mat-run">
              <h4>
                {runNames[run] ?? words.run({ number: run + 1 })}{' '}
                <span className="muted num">
                  {sections === 1
                    ? words.oneSection({ feet: formatFeet(feet, language) })
                    : words.sections({ feet: formatFeet(feet, language), count: sections })}
                </span>
              </h4>
              <ul>
                {own.map((item) => (
                  <li key={item.key}>
                    <span className="grow wrap-anywhere">{item.label}</span>
                    <span className="num">{formatNumber(item.quantity)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </section>
      )}
      {list.rules.length > 0 && (
        <details className="mat-screen">
          <summary>{words.rules}</summary>
          <ul className="mat-rules sm" lang="en">
            {list.rules.map(({ key, value, source }) => (
              <li key={key}>
                <span className="wrap-anywhere">
                  {key}: <b>{String(value)}</b>
                </span>
                <span className="muted wrap-anywhere">{source}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
