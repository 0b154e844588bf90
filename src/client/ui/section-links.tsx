import { Link, navigate } from '../lib/router.tsx';
import { Select } from './input.tsx';
import './section-links.css';

interface SectionLinksProps {
  /** The name of the page that the sections are on, for screen readers. */
  label: string;
  /** The key of the open section. */
  current: string;
  sections: readonly { key: string; label: string; to: string }[];
}

/** Links to a page's sections: a row of links, or a native select on phones. */
export function SectionLinks({ label, current, sections }: SectionLinksProps) {
  return (
    <>
      <nav className="sections desk" aria-label={label}>
        {sections.map((one) => (
          <Link key={one.key} to={one.to} aria-current={one.key === current ? 'page' : undefined}>
            {one.label}
          </Link>
        ))}
      </nav>
      <label className="field phone">
        <span className="label">Section</span>
        <Select
          value={current}
          onChange={({ target }) => {
            const chosen = sections.find(({ key }) => key === target.value);
            if (chosen) navigate(chosen.to);
          }}
        >
          {sections.map(({ key, label: name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </label>
    </>
  );
}
