) /\
  forall n, G n = if n <? {preperiod} then nth (N.to_nat n) first 0
                  else nth (N.to_nat ((n - {preperiod}) mod {period})) again 0{rise}
