import { useRef, useState } from 'react';
import { type PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import { describeError } from '../../../../shared/messages/error-messages.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { SignOffEntry, SignOffFacts } from '../../../../shared/model/statements/sign-off.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { FormDialog } from '../../../components/dialogs/FormDialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { Notice } from '../../../components/messages/Notice.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import styles from './SignOff.module.css';
import { nameCheck, SignOffFigures } from './SignOffFigures.tsx';
import type { StatementToSign } from './unsigned-statements.ts';

interface MeasuredStatement extends StatementToSign {
  readonly facts: SignOffFacts;
}

interface Measured {
  readonly statements: readonly MeasuredStatement[];
  /** Statements that cannot be checked, and so not signed off. */
  readonly left: readonly (StatementToSign & { readonly error: PaydeskError })[];
}

/** Reads and checks one statement after the other. */
async function measure(statements: readonly StatementToSign[]): Promise<Measured> {
  const measured: MeasuredStatement[] = [];
  const left: Measured['left'][number][] = [];
  for (const statement of statements) {
    const args = { action: 'signOffFacts', statementId: statement.id } as const;
    try {
      measured.push({ ...statement, ...(await call('viewer.annotations', args)) });
    } catch (thrown) {
      left.push({ ...statement, error: toPaydeskError(thrown) });
    }
  }
  return { statements: measured, left };
}

/** The statements that are left out; for the only statement, the error itself. */
function LeftStatements({ left }: Pick<Measured, 'left'>) {
  return left.map(({ id, label, error }) =>
    label === null ? (
      <ErrorNotice key={id} error={error} />
    ) : (
      <Notice key={id} tone="warning" title={t('signOff.dialog.left', { statement: label })}>
        {describeError(error).title}
      </Notice>
    ),
  );
}

interface SignOffDialogProps {
  readonly statements: readonly StatementToSign[];
  /** Gets the history of each statement that is signed off. */
  readonly onSigned?: (signOffs: readonly SignOffEntry[]) => void;
  readonly onClose: () => void;
}

/** Signs statements off, after showing their figures and asking about each check that did not pass. */
export function SignOffDialog({ statements, onSigned, onClose }: SignOffDialogProps) {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  /** Statements that were signed off before one of them failed. */
  const signedIds = useRef(new Set<number>());
  const { value } = useQuery({ queryKey: '', load: () => measure(statements) });
  const measured = value?.statements ?? [];
  const keyOf = (id: number, check: string) => `${id} ${check}`;
  const textOf = (id: number, check: string) => texts.get(keyOf(id, check)) ?? '';
  const openChecks = measured.flatMap(({ id, label, facts }) =>
    facts.openChecks.map((check) => ({ id, label, check })),
  );
  const missing = openChecks.find(({ id, check }) => textOf(id, check.id).trim() === '');
  const signOff = async () => {
    for (const { id: statementId, facts } of measured) {
      if (signedIds.current.has(statementId)) continue;
      const explanations = facts.openChecks.map(({ id }) => ({ id, text: textOf(statementId, id).trim() }));
      const { signOffs } = await call('viewer.annotations', { action: 'signOff', statementId, explanations });
      signedIds.current.add(statementId);
      onSigned?.(signOffs);
    }
    toast({ sentence: t('signOff.done', { count: measured.length }) });
    onClose();
  };
  const missingReason =
    missing === undefined
      ? null
      : t('signOff.dialog.missing', { check: nameCheck(missing.label, missing.check) });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('signOff.dialog.title', { count: statements.length })}
      lead={t('signOff.dialog.lead')}
      cancelLabel={t('signOff.cancel')}
      submitLabel={t('signOff.dialog.submit')}
      canSubmit={measured.length > 0}
      disabledReason={value === null ? t('signOff.dialog.reading') : missingReason}
      onSubmit={signOff}
    >
      {value === null && <Skeleton rows={6} pieces={2} />}
      <LeftStatements left={value?.left ?? []} />
      <div className={styles.statements}>
        {measured.map(({ id, label, facts }) => (
          <SignOffFigures
            key={id}
            label={label}
            facts={facts}
            textOf={(check) => textOf(id, check.id)}
            onText={(check, text) => setTexts(new Map([...texts, [keyOf(id, check.id), text]]))}
            focused={openChecks[0]?.check ?? null}
          />
        ))}
      </div>
    </FormDialog>
  );
}
