Import ListNotations.
Local Open Scope N_scope.
