import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { AdminCompanyDetailView, AdminCompanyView } from '#shared/features/admin/admin.schema.ts';
import { formatDay } from '../../lib/dates.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { AdminSearch } from './admin-search.tsx';
import { useAdminAddress } from './admin-address.ts';
import { leadsText, REGISTRATION_WORD, tierWord, untilText } from './admin-words.ts';

const CompanySheet = lazyPart(() => import('./company-sheet.tsx'));
const GrantDialog = lazyPart(() => import('./grant-dialog.tsx'));
const SmsDialog = lazyPart(() => import('./sms-dialog.tsx'));

function CompanyName({ company }: { company: AdminCompanyView }) {
  const { linkTo } = useAdminAddress();
  return (
    <TwoLines
      first={
        <Link className="name" to={linkTo({ company: company.id })} state={{ opened: true }} keepScroll>
          {company.name}
        </Link>
      }
      second={company.contractorId}
    />
  );
}

const COLUMNS: readonly Column<AdminCompanyView>[] = [
  { head: 'Company', width: '20%', cell: (company) => <CompanyName company={company} /> },
  {
    head: 'Owner',
    width: '22%',
    cell: ({ owner }) => <TwoLines first={owner.name} second={owner.email} />,
  },
  { head: 'Plan', width: '17.5%', cell: (row) => <TwoLines first={tierWord(row)} second={untilText(row)} /> },
  { head: 'SMS', width: '10%', cell: ({ smsRegistration }) => REGISTRATION_WORD[smsRegistration] },
  { head: 'Created', width: '12.5%', roomy: true, cell: ({ createdAt }) => formatDay(createdAt) },
  {
    head: 'Quotes left',
    width: '11%',
    right: true,
    card: 'figure',
    cell: (row) => <span className="num">{row.quotesLeft.toLocaleString('en-US')}</span>,
  },
  {
    head: 'Leads',
    width: '7%',
    right: true,
    roomy: true,
    card: 'figure',
    cell: ({ leads }) => <span className="num">{leadsText(leads)}</span>,
  },
];

/** The dialog that's open on top of the company's sheet. */
type Open = { dialog: 'grant' | 'sms'; company: AdminCompanyDetailView } | null;

/** All companies, with a sheet for one of them. */
export default function Companies() {
  const { search, searchFor, companyId } = useAdminAddress();
  const [open, setOpen] = useState<Open>(null);
  const query = trpc.admin.companies.list.useInfiniteQuery(search ? { search } : {}, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const close = () => setOpen(null);
  return (
    <>
      <AdminSearch label="Search companies" placeholder="Name, ID, owner or SMS number" />
      <AdminList
        label="Companies"
        query={query}
        columns={COLUMNS}
        empty={
          search ? (
            <Empty
              title="No matching companies"
              actions={<Button onClick={() => searchFor('')}>Clear search</Button>}
            />
          ) : (
            <Empty title="No companies yet">Everyone who signs up gets their own company.</Empty>
          )
        }
      />
      <Suspense fallback={null}>
        {companyId !== null && !open && (
          <CompanySheet
            companyId={companyId}
            onGrant={(company) => setOpen({ dialog: 'grant', company })}
            onSms={(company) => setOpen({ dialog: 'sms', company })}
          />
        )}
        {open?.dialog === 'grant' && <GrantDialog company={open.company} onClose={close} />}
        {open?.dialog === 'sms' && <SmsDialog company={open.company} onClose={close} />}
      </Suspense>
    </>
  );
}
