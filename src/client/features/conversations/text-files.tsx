import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { isPicture } from '#shared/features/conversations/media.rules.ts';

interface FileProps {
  href: string;
  name: string;
  firstName: string;
}

/** A file attached to a text. Images are displayed if they load. Other files are shown as links. */
function TextFile({ href, name, firstName }: FileProps) {
  const [lost, setLost] = useState(false);
  const shown = isPicture(name) && !lost;
  return (
    <a href={href} target="_blank" rel="noopener" className={shown ? undefined : 'talk-more gap-2'}>
      {shown ? (
        <img
          src={href}
          alt={`${name} from ${firstName}`}
          width={160}
          height={120}
          loading="lazy"
          className="talk-photo"
          onError={() => setLost(true)}
        />
      ) : (
        <>
          <Paperclip className="i" aria-hidden />
          {name}
        </>
      )}
    </a>
  );
}

/** The files attached to a text. The SMS provider stores them. Each opens in a new tab. */
export function TextFiles({ messageId, names, firstName }: { messageId: string; names: string[]; firstName: string }) {
  return (
    <ul className="talk-photos">
      {names.map((name) => (
        <li key={name}>
          <TextFile href={`/api/messages/${messageId}/files/${name}`} name={name} firstName={firstName} />
        </li>
      ))}
    </ul>
  );
}
