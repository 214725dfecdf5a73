import { useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { t } from '../../../shared/messages/index.ts';
import { LinkButton } from '../../components/actions/Button.tsx';
import { IconButton } from '../../components/actions/IconButton.tsx';
import menuStyles from '../../components/actions/Menu.module.css';
import { useIsModalOpen } from '../../components/dialogs/modal-open.ts';
import { classNames } from '../../components/layout/class-names.ts';
import styles from './Help.module.css';
import { openHelp } from './help.ts';

interface ExplanationProps {
  readonly word: 'event' | 'recipientId' | 'wallet' | 'webhook';
}

/** A button beside a word of the payment service or of Paydesk; it explains the word in one or two sentences. */
export function Explanation({ word }: ExplanationProps) {
  const isModalOpen = useIsModalOpen();
  const [isOpen, setIsOpen] = useState(false);
  const question = t(`help.words.${word}.question`);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <IconButton icon="help" label={question} size="tiny" />
      <Popover
        className={classNames(menuStyles.popover)}
        data-part="popover"
        aria-label={question}
        placement="bottom start"
        offset={4}
      >
        <div className={styles.explanation}>
          <p>{t(`help.words.${word}.text`)}</p>
          {/* Behind a dialog, the help could not be reached. */}
          {!isModalOpen && (
            <LinkButton
              small
              onPress={() => {
                setIsOpen(false);
                openHelp('words');
              }}
            >
              {t('help.words.all')}
            </LinkButton>
          )}
        </div>
      </Popover>
    </DialogTrigger>
  );
}
