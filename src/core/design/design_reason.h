/*
 * design_reason.h
 *		Why a design is better than another one.
 */
#ifndef DESIGN_REASON_H
#define DESIGN_REASON_H

#include "core/design/design.h"

/* Append a question as text: "customer" = ..., limit 10. */
extern void design_question_text(const DesignInput *input,
								 const DesignQuestion *question,
								 CoreBuf *out);

/*
 * Find the question that decides between two designs, and the figure; and
 * append the reason for the first one as a sentence.
 */
extern void design_decide(const DesignInput *input,
						  const DesignProposal *here,
						  const DesignProposal *there,
						  DesignDecision *decision, CoreBuf *reason);

#endif							/* DESIGN_REASON_H */
