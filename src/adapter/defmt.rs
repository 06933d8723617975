// SPDX-License-Identifier: MIT OR Apache-2.0
//! CRIs and errors in logs of defmt (feature `defmt`). The log shows the text that `Display` writes.

use ::defmt::{Display2Format, Format, Formatter, write};

use super::owned::{Owned, Storage};
use crate::cri::Cri;
use crate::error::{Error, ParseError};
use crate::part::Fault;

impl Format for Cri<'_> {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{}", Display2Format(self));
    }
}

impl<B: Storage> Format for Owned<B> {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{}", Display2Format(self));
    }
}

impl Format for Error {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{}", Display2Format(self));
    }
}

impl Format for ParseError {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{}", Display2Format(self));
    }
}

impl Format for Fault {
    fn format(&self, formatter: Formatter<'_>) {
        write!(formatter, "{}", Display2Format(self));
    }
}
