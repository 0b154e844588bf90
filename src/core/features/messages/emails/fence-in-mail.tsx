import { Column, Img, Row, Section, Text } from 'react-email';
import { calculatedWords } from '#shared/features/estimates/words.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { describeRun } from '#shared/features/estimates/fence-run.ts';
import { type FenceDrawing, toLines } from '#shared/features/drawing/fence-drawing.ts';
import { sidesOf } from '#shared/features/drawing/fence-line.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { fencePicturePath } from '#shared/features/estimates/fence-picture.rules.ts';
import { PLAN_PICTURE } from '../plan-picture.ts';
import type { MailCompany } from './company-mail.tsx';
import { styles } from './mail-styles.ts';

interface FenceInMail {
  company: MailCompany;
  perimeter: number | null;
  gateCount: number;
  materialType: string | null;
  /** The homeowner's drawing, if it has the same length as the fence. */
  drawing?: FenceDrawing | null;
  /** Default: English. */
  language?: Language;
}

/**
 * Returns the side lengths for an email's plain-text part, such as 'Sides: 57 ft, 70 ft, 57 ft'. Empty if there's no
 * drawing.
 */
export const sidesInWords = (drawing: FenceDrawing | null | undefined, language: Language): string[] => {
  if (!drawing) return [];
  const runs = toLines(drawing).map((line) => sidesOf(line).map((feet) => formatFeet(Math.round(feet), language)));
  return [calculatedWords(language).sides({ sides: runs.map((sides) => sides.join(', ')).join('; ') })];
};

/**
 * Shows the fence as on the estimate page: an image and a dimension line. If images are off, the image's description is
 * shown. The dimension line is made of table cells, because every email client renders them.
 */
export function FenceInMail({
  company,
  perimeter,
  gateCount,
  materialType,
  drawing,
  language = DEFAULT_LANGUAGE,
}: FenceInMail) {
  if (perimeter === null) return null;
  const run = { perimeter, gates: gateCount, material: materialType ?? calculatedWords(language).bareFence };
  return (
    <Section style={{ margin: '4px 0 12px' }}>
      {company.picturesAt !== undefined && (
        <Img
          src={`${company.picturesAt}${fencePicturePath(run)}`}
          width="496"
          height="104"
          alt={describeRun(run, language)}
          style={styles.picture}
        />
      )}
      <Row style={{ margin: '6px 0 0' }}>
        <Rail side="left" />
        <Column style={{ width: '1%', padding: '0 10px' }}>
          <Text style={{ ...styles.measure, margin: 0 }} className="cedar">
            {formatFeet(perimeter, language)}
          </Text>
        </Column>
        <Rail side="right" />
      </Row>
      {drawing && <PlanInMail company={company} drawing={drawing} language={language} />}
    </Section>
  );
}

/** Shows the fence from above, and lists its sides as text for readers whose images are off. */
function PlanInMail({
  company,
  drawing,
  language,
}: Pick<Required<FenceInMail>, 'company' | 'language'> & { drawing: FenceDrawing }) {
  const [sides = ''] = sidesInWords(drawing, language);
  const picture = company.planOf?.(drawing, language);
  return (
    <>
      {picture !== undefined && (
        <Img
          src={picture}
          width={`${PLAN_PICTURE.width}`}
          height={`${PLAN_PICTURE.height}`}
          alt={calculatedWords(language).drawn}
          style={{ ...styles.picture, marginTop: '12px' }}
        />
      )}
      <Text style={{ ...styles.small, margin: '6px 0 0' }} className="ink2">
        {sides}
      </Text>
    </>
  );
}

/** One half of the dimension line, with the tick at its end. */
function Rail({ side }: { side: 'left' | 'right' }) {
  const tick = side === 'left' ? { borderLeft: styles.rail.borderTop } : { borderRight: styles.rail.borderTop };
  return (
    <Column style={{ ...tick, padding: '5px 0' }} className="rail">
      <div style={styles.rail} className="rail">
        &nbsp;
      </div>
    </Column>
  );
}
