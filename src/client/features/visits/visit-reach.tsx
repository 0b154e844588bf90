import { MapPin, Phone } from 'lucide-react';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { mapOf } from '../leads/map-links.ts';
import './visit-reach.css';

/** What a homeowner asked for a visit, and links to their address on a map and their phone. */
export function VisitReach({ visit: { asked, address, phone } }: { visit: PlannedVisitView }) {
  return (
    <>
      {asked !== '' && <p className="sm muted visit-asked">{asked}</p>}
      <p className="visit-links">
        {address !== null && (
          <a href={mapOf(address)} target="_blank" rel="noopener noreferrer">
            <MapPin className="i" aria-hidden /> {address}
          </a>
        )}
        {phone !== null && (
          <a className="num" href={`tel:${phone}`}>
            <Phone className="i" aria-hidden /> {formatPhone(phone)}
          </a>
        )}
      </p>
    </>
  );
}
