import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_MATERIALS } from '#shared/features/pricing/least-price.rules.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { draft } from '../../lib/draft.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { sectionAddress } from '../dashboard/tabs.ts';
import { MaterialEditor } from './material-editor.tsx';
import { MaterialRow } from './material-row.tsx';
import { useDeleteMaterial } from './use-save-pricing.ts';

const NEW = 'new';
export const materialKey = (id: string): string => `material:${id}`;

/** Returns the materials that the widget leaves out on Starter. On other plans, returns an empty list. */
const useHidden = (materials: readonly MaterialView[]): MaterialView[] => {
  const { data } = trpc.subscription.check.useQuery(undefined, { staleTime: 60_000 });
  return data?.subscriptionTier === 'starter' ? materials.filter(({ basic }) => !basic) : [];
};

function StarterNote({ hidden, all }: { hidden: readonly MaterialView[]; all: number }) {
  if (hidden.length === 0) return null;
  return (
    <Note tone="chalk">
      <b>On Starter, your widget shows basic materials only.</b> You can use all your materials in your own estimates.
      {hidden.length === all && ' None of your materials are basic, so homeowners don’t see any.'}{' '}
      <Link to={sectionAddress('account')}>Show every material with Pro</Link>
    </Note>
  );
}

/** `focused` is true if the editor for a new material was just closed. */
function AddButton({ focused, onClick }: { focused: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <Button ref={button} icon={<Plus className="i" aria-hidden />} onClick={onClick}>
      Add material
    </Button>
  );
}

interface MaterialsProps extends Pick<PricingView, 'materials' | 'basePriceCents'> {
  /** Whether the save bar is visible. If so, it has the primary button. */
  dirty: boolean;
}

/** The company's materials. Each row shows a material or its editor. Prices are computed with the given base price. */
export function Materials({ materials, basePriceCents, dirty }: MaterialsProps) {
  const newKey = `${NEW}:${useCompanyId()}`;
  // A material stays on the screen while it's edited, even if it's deleted in another window.
  const [open, setOpen] = useState<ReadonlyMap<string, MaterialView | null>>(
    () =>
      new Map([
        ...materials.filter(({ id }) => draft.find(materialKey(id)) !== undefined).map((one) => [one.id, one] as const),
        ...(draft.find(materialKey(newKey)) === undefined ? [] : [[NEW, null] as const]),
      ]),
  );
  const [focused, setFocused] = useState<string>();
  const remove = useDeleteMaterial();
  const hidden = useHidden(materials);
  const gone = [...open.values()].flatMap((one) => (one && !materials.some(({ id }) => id === one.id) ? [one] : []));

  const edit = (id: string, material: MaterialView | null) => setOpen(new Map(open).set(id, material));
  const close = (id: string) => {
    setOpen((now) => new Map([...now].filter(([one]) => one !== id)));
    setFocused(id);
  };
  const add = () => {
    if (materials.length >= MAX_MATERIALS)
      return toast.error(`You’ve reached the limit of ${MAX_MATERIALS} materials. Delete one first`);
    edit(NEW, null);
    return undefined;
  };
  return (
    <section className="stack" aria-labelledby="materials-title">
      <div className="stack-s">
        <h2 id="materials-title">Materials</h2>
        {hidden.length === 0 && materials.some(({ basic }) => !basic) && (
          <p className="muted">
            On Starter, the widget shows only materials marked “Basic.” On Pro, it shows them all.
          </p>
        )}
      </div>
      <StarterNote hidden={hidden} all={materials.length} />
      <ul className="materials">
        {[...materials, ...gone].map((material) =>
          open.has(material.id) ? (
            <MaterialEditor
              key={material.id}
              draftKey={materialKey(material.id)}
              material={gone.includes(material) ? null : material}
              deleted={gone.includes(material) ? material : undefined}
              basePriceCents={basePriceCents}
              primary={!dirty}
              onClose={() => close(material.id)}
            />
          ) : (
            <MaterialRow
              key={material.id}
              material={material}
              basePriceCents={basePriceCents}
              onlyOnPro={hidden.includes(material)}
              last={materials.length === 1}
              focused={focused === material.id}
              onEdit={() => edit(material.id, material)}
              onDelete={() => {
                // The button disappears together with its row, so focus moves to a neighboring row.
                setFocused((materials[materials.indexOf(material) + 1] ?? materials.at(-2))?.id);
                remove(material.id);
              }}
            />
          ),
        )}
        {open.has(NEW) && (
          <MaterialEditor
            draftKey={materialKey(newKey)}
            material={null}
            basePriceCents={basePriceCents}
            primary={!dirty}
            onClose={() => close(NEW)}
          />
        )}
      </ul>
      {!open.has(NEW) && (
        <div>
          <AddButton focused={focused === NEW} onClick={add} />
        </div>
      )}
    </section>
  );
}
